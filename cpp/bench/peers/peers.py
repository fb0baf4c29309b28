"""One contestant of `npm run bench`: numpy, sklearn, torch32 or torch64; see contestant.js."""

import sys
import time

import numpy as np

who = sys.argv[1]
entries = 1 << 21  # of the matrix of weights at once: n × m would not fit into memory

if who == "sklearn":
    import sklearn
    from sklearn.metrics.pairwise import rbf_kernel
    version = sklearn.__version__
elif who.startswith("torch"):
    import torch
    torch.set_num_threads(1)
    version = torch.__version__
    kind = torch.float32 if who == "torch32" else torch.float64
else:
    version = np.__version__


def numpy_pool(queries, keys, values, width):
    x = (queries[:, None] - keys) / width
    np.multiply(x, x, out=x)
    x *= -0.5
    x -= x.max(axis=1, keepdims=True)
    np.exp(x, out=x)
    return x @ values / x.sum(axis=1)


def sklearn_pool(queries, keys, values, width):
    weights = rbf_kernel(queries[:, None], keys[:, None], gamma=0.5 / width**2)
    return weights @ values / weights.sum(axis=1)


def torch_pool(queries, keys, values, width):
    scores = -(((queries[:, None] - keys) / width) ** 2) / 2
    return torch.softmax(scores, dim=1) @ values


def pool(queries, keys, values, width):
    rows = max(1, entries // len(keys))
    one = {"numpy": numpy_pool, "sklearn": sklearn_pool}.get(who, torch_pool)
    if one is torch_pool:
        queries, keys, values = (torch.from_numpy(x).to(kind) for x in (queries, keys, values))
    with np.errstate(all="ignore"):
        blocks = [one(queries[i:i + rows], keys, values, width) for i in range(0, len(queries), rows)]
    return np.concatenate([np.asarray(block, dtype=np.float64) for block in blocks])


def attention(queries, keys, values):
    if who == "numpy":
        x = queries @ keys.T / np.sqrt(queries.shape[1])
        x -= x.max(axis=1, keepdims=True)
        np.exp(x, out=x)
        return x @ values / x.sum(axis=1, keepdims=True)
    queries, keys, values = (torch.from_numpy(x).to(kind)[None] for x in (queries, keys, values))
    result = torch.nn.functional.scaled_dot_product_attention(queries, keys, values)
    return result[0].numpy().astype(np.float64)


def answer(verb, *order):
    if verb == "pool":
        kernel, width, *names, result = order
        if kernel != "gaussian":
            return "no kernel of that name"
        call, extra = pool, [float(width)]
        keys, values, queries = (np.fromfile(name) for name in names)
    elif verb == "attention" and who != "sklearn":
        dim, *names, result = order
        call, extra = attention, []
        keys, values, queries = (np.fromfile(name).reshape(-1, int(dim)) for name in names)
    else:
        return f"no {verb}"
    wall, cpu = time.perf_counter(), time.process_time()
    pooled = call(queries, keys, values, *extra)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    pooled.tofile(result)
    return f"ok {wall * 1e3} {cpu * 1e3}"


print("ready", version, flush=True)
for line in sys.stdin:
    try:
        print(answer(*line.split()), flush=True)
    except Exception as error:
        print("no", " ".join(str(error).split()), flush=True)
