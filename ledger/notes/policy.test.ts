import { describe, expect, test } from 'vitest'
import { isWitnessed, parsePolicy, witnessRules } from './policy.ts'
import { formatVerifierKey, verifierKey } from './verifier-key.ts'

const keyOf = (byte: number, type: 'ed25519' | 'ed25519-cosignature' = 'ed25519-cosignature') =>
  formatVerifierKey(verifierKey(`party-${byte}`, type, new Uint8Array(32).fill(byte)))
const malformed = expect.objectContaining({ code: 'malformed' })

const witnesses = ['X1', 'X2', 'X3', 'Y1', 'Y2'].map((name, i) => `witness ${name} ${keyOf(i + 1)}`)
/** The example of the specification. */
const TEXT = `
# whose word counts
log ${keyOf(100, 'ed25519')} https://log.example/
${witnesses.join('\n')}
group X 2 X1 X2 X3
\tgroup  Y any Y1\tY2

group X-and-Y all X Y
quorum X-and-Y
`

test('a policy names logs, witnesses and how many of them are enough', () => {
  const policy = parsePolicy(TEXT)
  expect(policy.logs).toEqual([expect.objectContaining({ url: 'https://log.example/' })])
  expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual(
    ['X1', 'X2', 'X3', 'Y1', 'Y2'].map((name) => [name, undefined]),
  )
  const signed = (...names: string[]) =>
    policy.witnesses.filter(({ name }) => names.includes(name)).map(({ key }) => key)
  expect(isWitnessed(policy, signed('X1', 'X3', 'Y2'))).toBe(true)
  expect(isWitnessed(policy, signed('X1', 'X2', 'X3', 'Y1', 'Y2'))).toBe(true)
  expect(isWitnessed(policy, signed('X1', 'X2', 'X3'))).toBe(false)
  expect(isWitnessed(policy, signed('X1', 'Y1', 'Y2'))).toBe(false)
  expect(isWitnessed(policy, [])).toBe(false)
})

test('a policy may ask for one witness, or for none', () => {
  const one = parsePolicy(`${witnesses[0]}\nquorum X1`)
  expect(isWitnessed(one, [])).toBe(false)
  expect(
    isWitnessed(
      one,
      one.witnesses.map(({ key }) => key),
    ),
  ).toBe(true)
  expect(isWitnessed(parsePolicy('quorum none'), [])).toBe(true)
})

describe('refused is a policy', () => {
  const [w1 = '', w2 = ''] = witnesses
  test.each([
    ['without a quorum', w1],
    ['with two', 'quorum none\nquorum none'],
    ['with a quorum that is not defined', 'quorum X1'],
    ['with a quorum above its definition', `quorum X1\n${w1}`],
    ['with more behind it', 'quorum none none'],
    ['with a word that is none', 'rule none'],
    ['with a name twice', `${w1}\n${w2.replace('X2', 'X1')}\nquorum X1`],
    ['with the name none', `${w1.replace('X1', 'none')}\nquorum none`],
    ['with a key twice', `${w1}\n${w1.replace('X1', 'X2')}\nquorum X1`],
    ['with a key twice under other names', `${w1}\n${w1.replace('X1', 'X2').replace(keyOf(1), renamed(1))}\nquorum X1`],
    ['with a witness that signs without a time', `witness X1 ${keyOf(1, 'ed25519')}\nquorum X1`],
    ['with a key that is none', 'witness X1 a+00000000+AA==\nquorum X1'],
    ['with a group of nothing', 'group G all\nquorum G'],
    ['with a group of more than it has', `${w1}\ngroup G 2 X1\nquorum G`],
    ['with a group of 0', `${w1}\ngroup G 0 X1\nquorum G`],
    ['with a group of itself', 'group G any G\nquorum G'],
    ['with a witness in two groups', `${w1}\ngroup G any X1\ngroup H any X1\nquorum G`],
    ['with a witness twice in one', `${w1}\ngroup G any X1 X1\nquorum G`],
    ['with a character that is none', 'quorum none\r'],
    ['with too many lines', '#\n'.repeat(1_001)],
  ])('%s', (_, text) => {
    expect(() => parsePolicy(text)).toThrow(malformed)
  })

  function renamed(byte: number): string {
    return formatVerifierKey(verifierKey('another', 'ed25519-cosignature', new Uint8Array(32).fill(byte)))
  }

  test('and the line is named', () => {
    expect(() => parsePolicy('quorum none\n\nrule')).toThrow(/line 3/)
  })
})

test('a comment names which of the witnesses are mirrors, and counts nobody otherwise', () => {
  const text = `# mirror X2\n#mirror X1\n# mirror X1 X3\n# mirror nobody\n${TEXT}\n  #\tmirror  Y1 `
  const kept = (of: string): string[] =>
    parsePolicy(of)
      .witnesses.filter(({ keepsEntries }) => keepsEntries)
      .map(({ name }) => name)
  expect(kept(text)).toEqual(['X2', 'Y1'])
  expect(parsePolicy(text).quorum).toEqual(parsePolicy(TEXT).quorum)
  expect(kept(witnessRules(text)), 'also in what clients keep').toEqual(['X2', 'Y1'])
  expect(witnessRules(text).replace(/^#.*\n/gm, '')).toBe(witnessRules(TEXT))
})
