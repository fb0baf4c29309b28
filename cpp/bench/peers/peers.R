# One contestant of `npm run bench`: ksmooth or locpoly; see contestant.js.

who <- commandArgs(trailingOnly = TRUE)[1]
if (who == "locpoly") suppressMessages(library(KernSmooth))

numbers <- function(name) readBin(name, "double", file.size(name) / 8)

# ksmooth's bandwidth puts the quartiles of its normal at a quarter of it; it sorts the queries.
ksmooth_pool <- function(queries, keys, values, kernel, width) {
  normal <- kernel == "gaussian"
  bandwidth <- if (normal) 4 * qnorm(0.75) * width else 2 * width
  order <- order(queries)
  pooled <- numeric(length(queries))
  pooled[order] <- ksmooth(keys, values, if (normal) "normal" else "box", bandwidth, x.points = queries)$y
  pooled
}

# locpoly answers on a grid, here of as many points as queries; between them a straight line.
locpoly_pool <- function(queries, keys, values, kernel, width) {
  grid <- locpoly(keys, values, degree = 0, bandwidth = width, gridsize = length(queries), range.x = range(queries, keys))
  approx(grid$x, grid$y, queries)$y
}

reply <- function(order) {
  if (order[1] != "pool") return(paste("no", order[1]))
  kernel <- order[2]
  if (!(kernel == "gaussian" || (kernel == "boxcar" && who == "ksmooth"))) return("no kernel of that name")
  keys <- numbers(order[4])
  values <- numbers(order[5])
  queries <- numbers(order[6])
  pool <- if (who == "ksmooth") ksmooth_pool else locpoly_pool
  # R's clocks count whole milliseconds: what is short is called again, and the mean taken.
  start <- proc.time()
  calls <- 0
  while (calls == 0 || (proc.time() - start)[3] < 0.05) {
    pooled <- pool(queries, keys, values, kernel, as.numeric(order[3]))
    calls <- calls + 1
  }
  spent <- (proc.time() - start) / calls
  writeBin(as.double(pooled), order[7])
  paste("ok", spent[3] * 1e3, sum(spent[1:2]) * 1e3)
}

version <- paste("R", getRversion())
cat("ready", if (who == "locpoly") paste0(packageVersion("KernSmooth"), ", ", version) else version, "\n")
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  cat(tryCatch(reply(strsplit(line, " ")[[1]]), error = function(e) paste("no", gsub("\\s+", " ", conditionMessage(e)))), "\n")
}
