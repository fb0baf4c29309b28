#!/usr/bin/env bash
# Emscripten 3.1.69 and Catch2's source for Debian 12 and 13, in a folder of our own.
#
#   bash cpp/wasm/emscripten-debian.sh .toolchain
#
# makes .toolchain/emscripten (its tools are in .toolchain/emscripten/root) and
# .toolchain/catch2. Debian 12's own Emscripten, 3.1.6, lacks much of C++20; Debian 13's
# is right, but its packages cannot be installed into Debian 12. So its signed packages
# are unpacked into a folder instead. Nothing of the running system is changed, and no
# root is needed once its own packages are there: clang-19 lld-19 llvm-19 python3.
#
# Safe to break off and run again: the parts are made aside and moved into place when
# whole, and fetched packages are kept until then. Run on a complete folder, it only
# renews the paths in Emscripten's settings, in case the folder or node has moved.
set -euo pipefail

toolchain=${1:?the folder to install into, for instance .toolchain}
mkdir -p "$toolchain"
toolchain=$(cd "$toolchain" && pwd)
emscripten=$toolchain/emscripten
catch2=$toolchain/catch2

# An apt that knows one source, Debian 13 from the mirror this machine already uses,
# and keeps its lists and its state in a folder of its own.
private_apt() {
  apt-get -qq -o "Dir=$apt_root" -o "Dir::State::status=$apt_root/status" \
    -o Acquire::Languages=none -o APT::Sandbox::User=root "$@"
}

prepare_private_apt() {
  local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' |
    awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }')
  if [ -z "$mirror" ]; then
    echo "apt knows no Debian mirror yet. As root, type: apt-get update" >&2
    exit 1
  fi
  mkdir -p "$apt_root"/etc/apt/{apt.conf.d,preferences.d,sources.list.d} \
    "$apt_root"/var/lib/apt/lists/partial "$apt_root"/var/cache/apt/archives/partial
  : > "$apt_root/status"
  printf '%s [signed-by=%s] %s trixie main\n' deb "$keyring" "$mirror" deb-src "$keyring" "$mirror" \
    > "$apt_root/etc/apt/sources.list"
  private_apt -o APT::Update::Error-Mode=any update
}

# Emscripten and Binaryen, and the C and C++ libraries Binaryen's programs need. The
# variants of Emscripten's libraries that we never link (1.2 GB) are left out.
unpack_emscripten() {
  local into=$1 package
  (cd "$downloads" && private_apt download emscripten binaryen node-acorn libc6 libstdc++6 libgcc-s1)
  for package in "$downloads"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$into" \
      --exclude='*/wasm32-emscripten/lto*' --exclude='*/wasm32-emscripten/pic' \
      --exclude='*/lib*-mt*.a' --exclude='*/lib*-ww*.a' \
      --exclude='*/emscripten/test' --exclude='*/emscripten/docs' \
      --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale'
  done
  # Acorn is looked for in a node_modules folder above Emscripten's tools. (Installing
  # Debian's node-acorn would bring Debian's node with it.)
  ln -sfn nodejs "$into/usr/share/node_modules"
  # Emscripten's scripts are CommonJS; the "type": "module" of a package.json further
  # up, such as ours, would break them.
  echo '{"type":"commonjs"}' > "$into/package.json"
  ln -sfn usr/share/emscripten "$into/root"
}

# Binaryen's programs are linked against Debian 13's libc: each is started by the
# unpacked dynamic loader, from a wrapper that finds it relative to itself.
wrap_binaryen() {
  local into=$1 program loader
  loader=$(cd "$into" && echo usr/lib/*/ld-linux-*.so.*)
  mkdir -p "$into/binaryen/bin"
  for program in "$into"/usr/bin/wasm-* "$into/usr/bin/wasm2js"; do
    program=${program##*/}
    cat > "$into/binaryen/bin/$program" <<EOF
#!/bin/sh
top="\${0%/*}/../.."
exec "\$top/$loader" --library-path "\$top/${loader%/*}" "\$top/usr/bin/$program" "\$@"
EOF
    chmod +x "$into/binaryen/bin/$program"
  done
}

# FROZEN_CACHE: the libraries came built, Emscripten is not to build them again.
write_settings() {
  cat > "$emscripten/root/.emscripten" <<EOF
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = '19'
CLANG_ADD_VERSION = '19'
BINARYEN_ROOT = '$emscripten/binaryen'
NODE_JS = '$(command -v node)'
FROZEN_CACHE = True
EOF
}

if [ ! -e "$emscripten" ] || [ ! -e "$catch2" ]; then
  apt_root=$(mktemp -d)
  trap 'rm -rf "$apt_root"' EXIT
  chmod 755 "$apt_root"
  downloads=$toolchain/downloads
  mkdir -p "$downloads"
  prepare_private_apt

  if [ ! -e "$emscripten" ]; then
    rm -rf "$emscripten.part"
    mkdir "$emscripten.part"
    unpack_emscripten "$emscripten.part"
    wrap_binaryen "$emscripten.part"
    mv "$emscripten.part" "$emscripten"
  fi

  # For CMake's FETCHCONTENT_SOURCE_DIR_CATCH2: the Wasm tests build Catch2 themselves.
  if [ ! -e "$catch2" ]; then
    rm -rf "$catch2.part"
    mkdir "$catch2.part"
    (cd "$downloads" && private_apt source --download-only catch2)
    tar -xf "$downloads"/catch2_*.orig.tar.* -C "$catch2.part" --strip-components=1
    mv "$catch2.part" "$catch2"
  fi
  rm -rf "$downloads"
fi

write_settings
"$emscripten/root/em++" --version | head -1
