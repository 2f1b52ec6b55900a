const LOOK_MS = 50

/** Waits until `isSo`. @throws with `otherwise` when it does not come about in time */
export async function until(isSo: () => boolean, limitMs: number, otherwise: string): Promise<void> {
  for (const end = performance.now() + limitMs; !isSo();) {
    if (performance.now() > end) throw new Error(otherwise)
    await pause(LOOK_MS)
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Waits until what `look` gives has been the same for `quietMs`, or for as long as the limit. */
export async function settled(
  look: () => string,
  { quietMs, limitMs }: { quietMs: number; limitMs: number },
): Promise<void> {
  let [seen, since] = [look(), performance.now()]
  for (const end = since + limitMs; performance.now() < end && performance.now() - since < quietMs;) {
    await pause(LOOK_MS)
    const now = look()
    if (now !== seen) [seen, since] = [now, performance.now()]
  }
}
