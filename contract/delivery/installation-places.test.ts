import { expect, test } from 'vitest'
import { hostAndPort, PLACES, wordsInDocuments } from './installation-places.ts'
import type { OperatorFacts } from './operator.ts'

const facts: OperatorFacts = {
  name: 'Smith & Sons',
  address: null,
  email: null,
  authority: null,
  since: null,
  law: null,
}

test('every place of a document has a word of the installation, and there is no other word', () => {
  expect([...wordsInDocuments('https://vault.example/', facts).keys()]).toEqual(PLACES)
})

test.each([
  ['https://vault.example/', 'https://vault.example', 'vault.example:443'],
  ['https://vault.example:8443', 'https://vault.example:8443', 'vault.example:8443'],
])('%s is put in as an address, and as host and port for programs that connect', (publicUrl, origin, host) => {
  const words = wordsInDocuments(publicUrl, facts)
  expect(words.get('https://origin.invalid')).toBe(origin)
  expect(words.get('origin.invalid:443')).toBe(host)
  expect(hostAndPort(publicUrl)).toBe(host)
})
