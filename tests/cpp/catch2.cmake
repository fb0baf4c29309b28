# Catch2 3 as the target Catch2::Catch2WithMain: the installed one; else its source from
# .toolchain/catch2, if `npm test` or you put it there; else fetched. From source it is built
# as one file, which is many times faster than its hundred.
if(NOT EMSCRIPTEN)
  find_package(Catch2 3 QUIET)
endif()
if(Catch2_FOUND)
  include(Catch)
  return()
endif()

if(NOT FETCHCONTENT_SOURCE_DIR_CATCH2 AND EXISTS ${PROJECT_SOURCE_DIR}/.toolchain/catch2/extras)
  set(FETCHCONTENT_SOURCE_DIR_CATCH2 ${PROJECT_SOURCE_DIR}/.toolchain/catch2)
endif()
include(FetchContent)
FetchContent_Declare(Catch2
  GIT_REPOSITORY https://github.com/catchorg/Catch2.git
  GIT_TAG v3.7.1
  GIT_SHALLOW ON
  SOURCE_SUBDIR extras)   # no CMakeLists.txt there: only the source is wanted
FetchContent_MakeAvailable(Catch2)

set(CATCH_CONFIG_DEFAULT_REPORTER console)
set(CATCH_CONFIG_CONSOLE_WIDTH 100)
configure_file(${catch2_SOURCE_DIR}/src/catch2/catch_user_config.hpp.in
  ${CMAKE_CURRENT_BINARY_DIR}/catch2/catch2/catch_user_config.hpp)
add_library(catch2_with_main STATIC ${catch2_SOURCE_DIR}/extras/catch_amalgamated.cpp)
target_include_directories(catch2_with_main SYSTEM PUBLIC
  ${catch2_SOURCE_DIR}/src ${CMAKE_CURRENT_BINARY_DIR}/catch2)
target_compile_features(catch2_with_main PUBLIC cxx_std_20)
target_link_libraries(catch2_with_main PUBLIC $<TARGET_NAME_IF_EXISTS:attention_pooling_under_node>)
add_library(Catch2::Catch2WithMain ALIAS catch2_with_main)
include(${catch2_SOURCE_DIR}/extras/Catch.cmake)
