/** Numbers of a block and its bytes, by the number of the type in ggml. */
const BLOCKS: Readonly<Record<number, readonly [numbers: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
}

/** Returns how many bytes a tensor has at least: of types that are not listed nothing is known but that they have some. */
export function bytesOfTensor(type: number, numbers: number): number {
  const block = BLOCKS[type]
  return block ? Math.ceil(numbers / block[0]) * block[1] : 1
}
