/** Without l, o, 0 and 1, which are mistaken for each other when somebody reads it aloud. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const SIGNS_PER_GROUP = 5

/** A password to read aloud or type: 20 signs of 32, so 100 bits, in groups. @param randomBytes as many random bytes as asked for */
export function generatePassword(
  randomBytes: (count: number) => Uint8Array = (count) => crypto.getRandomValues(new Uint8Array(count)),
): string {
  const signs = Array.from(randomBytes(GROUPS * SIGNS_PER_GROUP), (byte) => SIGNS[byte % SIGNS.length]).join('')
  return Array.from({ length: GROUPS }, (_, at) => signs.slice(at * SIGNS_PER_GROUP, (at + 1) * SIGNS_PER_GROUP)).join(
    '-',
  )
}
