/**
 * The least and greatest of some numbers; by a loop, because spreading a long array into a call overflows the stack.
 * @param {ArrayLike<number>} numbers
 * @returns {[number, number]}
 */
export function extent(numbers) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < numbers.length; ++i) {
    if (numbers[i] < low) low = numbers[i];
    if (numbers[i] > high) high = numbers[i];
  }
  return [low, high];
}
