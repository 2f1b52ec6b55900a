/** What a number of attacks proves: the share that was found, and below which share it hardly is. */
export type Recall = { found: number; of: number; atLeast: number }

/** One-sided, 95 %: with this share or less, so many would be found in one of twenty runs. Clopper and Pearson 1934, by bisection. */
export function recallOf(found: number, of: number): Recall {
  if (found === 0) return { found, of, atLeast: 0 }
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step += 1) {
    const share = (low + high) / 2
    if (tail(share, found, of) < 0.05) low = share
    else high = share
  }
  return { found, of, atLeast: low }
}

/** Probability of `found` or more of `of`, each with probability `share`. */
function tail(share: number, found: number, of: number): number {
  let sum = 0
  for (let k = found; k <= of; k += 1)
    sum += Math.exp(logChoose(of, k) + k * Math.log(share) + (of - k) * Math.log1p(-share))
  return sum
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= k; i += 1) sum += Math.log((n - k + i) / i)
  return sum
}

/** Random numbers that are the same in every run: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
