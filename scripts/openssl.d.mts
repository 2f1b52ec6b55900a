/** The first openssl that has ML-KEM and ML-DSA, which is 3.5 or newer; undefined when there is none. */
export function findOpenssl(): string | undefined
export function unpackOpenssl(): void
