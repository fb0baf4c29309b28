// How long, and how wrong.

import {load, saveSome, yardstick} from "./numbers.js";
import {Refusal} from "./contestant.js";

/** @typedef {{time: number, result: Float64Array} | {reason: string}} Measured */

/**
 * A function that measures entries {key, who, order}: the best of some turns, taken alternately,
 * so that a busy moment of the machine hits all alike. What is short is called several times a
 * turn; what has had two turns and `enough` ms, or one of over a second, is left alone: the first
 * call of many programs is slower than those that follow.
 * @returns {(entries: {key: string, who: import("./contestant.js").Contestant, order: import("./contestant.js").Order}[]) => Promise<Record<string, Measured>>}
 */
export const meter = ({turns, clock, enough = 300}) => async (entries) => {
  const found = {}, total = {};
  for (let turn = 0; turn < turns; turn++) {
    for (const {key, who, order} of entries) {
      if (found[key]?.reason || total[key] > (turn < 2 ? 1000 : enough)) continue;
      for (let calls = 0, spent = 0; calls < 20 && spent < 10; calls++) {
        try {
          const answer = await who.answer(order);
          spent += answer.wall;
          total[key] = (total[key] ?? 0) + answer[clock];
          found[key] = {time: Math.min(found[key]?.time ?? Infinity, answer[clock]), result: answer.result};
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          found[key] = {reason: error.message};
          break;
        }
      }
    }
  }
  return found;
};

/**
 * A function from a result to its largest error on some queries, in units of max |v − v̄|;
 * NaN if one is undefined that should not be, or the other way round.
 */
export async function judge(exact, order, count, dim = 1) {
  const [keys, values, queries] = order.names;
  const {name, picked} = saveSome(queries, count, dim);
  const right = (await exact.answer({...order, names: [keys, values, name]})).result;
  const unit = yardstick(load(values));
  return (result) => {
    let worst = 0;
    right.forEach((expected, i) => {
      const actual = result[picked[Math.floor(i / dim)] * dim + (i % dim)];
      if (Number.isNaN(actual) && Number.isNaN(expected)) return;
      const error = Math.abs(actual - expected) / unit;
      worst = error > worst || Number.isNaN(error) ? error : worst;
    });
    return worst;
  };
}

/** Whether two arrays hold the same bits. */
export function isSame(a, b) {
  const [x, y] = [a, b].map((numbers) => new BigUint64Array(numbers.buffer, numbers.byteOffset, numbers.length));
  return x.length === y.length && x.every((bits, i) => bits === y[i]);
}
