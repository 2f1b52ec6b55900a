// V8 sees a few small objects where Chromium holds megabytes of sealed segments. An untouched allocation costs no memory and
// makes it collect. Every 8 MB was not enough beside WebCrypto's own garbage, below 64 MB V8 does not react.
const EVERY_BYTES = 4 << 20
const UNTOUCHED_BYTES = 64 << 20

/** Keeps memory flat while segments stream by. @returns what to call with the size of each piece that was handed on. */
export function createGcPressure(): (bytes: number) => void {
  let sinceLast = 0
  return (bytes) => {
    sinceLast += bytes
    if (sinceLast < EVERY_BYTES) return
    sinceLast = 0
    const untouched = new ArrayBuffer(UNTOUCHED_BYTES)
    // Looked at, or the bundler drops an allocation that nobody uses: it did, and a download took twice the memory.
    if (untouched.byteLength !== UNTOUCHED_BYTES) throw new RangeError('an allocation came out short')
  }
}
