/** Fills a typed array with random numbers; `crypto.getRandomValues` in the browser. */
export type RandomFill = (target: Uint32Array<ArrayBuffer>) => void

/** Draws `count` different positions of a list of `length` words, ascending, counted from 1 as people do. */
export function drawPositions(length: number, count: number, random: RandomFill): number[] {
  const left = Array.from({ length }, (_, at) => at + 1)
  const numbers = new Uint32Array(count)
  random(numbers)
  const drawn = [...numbers].flatMap((number) => left.splice(number % left.length, 1))
  return drawn.sort((a, b) => a - b)
}

/** True when `answer` is the word at `position`; case and spaces around it do not matter. */
export function isWordAt(words: readonly string[], position: number, answer: string): boolean {
  return words[position - 1] === answer.trim().toLowerCase()
}
