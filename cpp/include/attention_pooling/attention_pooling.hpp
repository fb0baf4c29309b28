#pragma once

/// The whole library: attention as kernel smoothing (Nadaraya–Watson).

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <attention_pooling/pooling.hpp>
#include <attention_pooling/sample.hpp>
