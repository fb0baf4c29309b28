#pragma once

/// The whole library: attention as kernel smoothing (Nadaraya–Watson).

#include <attention_pooling/classify.hpp>
#include <attention_pooling/consistency.hpp>
#include <attention_pooling/diagnostics.hpp>
#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <attention_pooling/pooling.hpp>
#include <attention_pooling/run.hpp>
#include <attention_pooling/sample.hpp>
#include <attention_pooling/score.hpp>
#include <attention_pooling/width.hpp>
