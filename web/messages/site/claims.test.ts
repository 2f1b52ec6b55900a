import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DEVICES } from '#contract/devices/devices.ts'
import { legal } from '../legal.ts'
import { settings } from '../settings.ts'
import { blog } from './blog.ts'
import { compliance } from './compliance.ts'
import { contact } from './contact.ts'
import { features } from './features.ts'
import { home } from './home.ts'
import { investors } from './investors.ts'
import { meta } from './meta.ts'
import { pricing } from './pricing.ts'
import { proof } from './proof.ts'
import { solutions } from './solutions.ts'
import { status } from './status.ts'

const pages = { legal, blog, contact, features, home, investors, meta, pricing, proof, solutions, status }

/** Every sentence of a page; those that are made with values are not among them. */
function sentencesOf(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words !== 'object' || words === null) return []
  return Object.values(words).flatMap(sentencesOf)
}

test.each(Object.entries(pages))(
  '%s promises no time, no trial and no secrecy that a setting or the code does not hold',
  (_, words) => {
    const sentences = sentencesOf(words)
    expect(sentences.length).toBeGreaterThan(3)
    const found = sentences.filter((sentence) =>
      /within (\d+|one|a) (working )?(hour|day)|\d+-day|at any hour|zero-knowledge|unbreakable|military-grade|every claim of|170 lines|can you read our files\? no/i.test(
        sentence,
      ),
    )
    expect(found).toEqual([])
  },
)

test('figures of the specification that nobody measured stand beside what they are', () => {
  expect(home.features.stats.slice(0, 2).map(([figure, , label, note]) => [figure, label, note])).toEqual([
    ['99.9%', 'Aim', expect.stringMatching(/^Prevention cannot be measured.*\d+ of \d+ attacks of our own/)],
    [
      '< 1 ms',
      expect.stringMatching(/^(Measured|Aim)$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d: of 1,000 decisions 999 took at most \d+ µs/),
    ],
  ])
  expect(investors.funding.goals.map(([, , kind]) => kind)).toEqual(['aim', 'aim', 'aim'])
  expect(investors.market.figures.map(([, , kind]) => kind)).toEqual(['assumption', 'assumption', 'draft'])
  expect(pricing.popularNote).toContain(pricing.popular)
})

test('vectors and dates of others lead to who published them', () => {
  const addresses = Object.values(proof.page.sets).map(([, , address]) => address)
  expect(addresses).toHaveLength(6)
  const dated = investors.market.figures.flatMap(([, , kind, , more]) => (kind === 'draft' ? [more?.[0]] : []))
  for (const address of [...addresses, ...dated]) expect(address).toMatch(/^https:\/\/[a-z.]+\/./)
})

test('what a plan of the app says of support is said to be the operator’s', () => {
  const promised = Object.values(settings.plans.features)
    .flat()
    .filter((feature) => /support/i.test(feature))
  expect(promised).toHaveLength(3)
  expect(settings.plans.same).toMatch(/support, which the operator of this server provides: ask them/)
})

test('a mapping of a part of a framework says that it is a part', () => {
  const standings = new Map<string, string>(compliance.frameworks.list.map(([name, standing]) => [name, standing]))
  const mapping = fs.readFileSync(
    path.resolve(import.meta.dirname, '../../../server/compliance/controls/iso-27001.ts'),
    'utf8',
  )
  const mapped = mapping.match(/^\s+'A\.[5-8]\.\d+',$/gm) ?? []
  expect(mapped.length).toBeGreaterThan(10)
  // Annex A has 93 controls.
  expect(standings.get('ISO 27001')).toMatch(mapped.length < 93 ? /^Partly/ : /^Mapped/)
  expect(standings.get('NIST')).toMatch(/^Partly/)
})

test('the command that compares the code says what it does not catch', () => {
  const [, text, command] = proof.page.commands.code
  expect(text).toMatch(/sends one person another page.* is not caught/)
  expect(command('https://vault.example', 'https://git.example.org/shield')).toContain(
    'git clone https://git.example.org/shield quantumshield',
  )
  expect(home.check.columns.find(([kind]) => kind === 'code')?.[2]).toContain('is beyond this check')
})

test('second factors are those of the app', () => {
  const facts = new Map(
    features.sections.flatMap(({ facts: all }) => all.map(([name, value]) => [name, value] as const)),
  )
  expect(facts.get('Second factor')).toMatch(/^authenticator app \(TOTP\)/)
  expect(facts.get('Suite iot')).toBe('ML-KEM-512: public key 800 bytes, ciphertext 768')
  expect(facts.get('Enrolment')).toMatch(/used once, on the day it is made$/)
  expect(DEVICES.codeSeconds).toBe(24 * 60 * 60)
  expect(facts.get('For small devices')).toContain('where the owner of a device chose it, never for accounts')
})

test('no text says that detection, its hints, a required second factor or copies of the log are not built', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const controls = fs
    .globSync('server/compliance/controls/*.ts', { cwd: root })
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
  const texts = [...controls, ...sentencesOf(features)]
  const missing = /(detection|hints from the browser|second factors?|copying it elsewhere)[^'.]* (is|are) not built/i
  expect(texts.flatMap((text) => missing.exec(text)?.[0] ?? [])).toEqual([])
})

test('no text says that the ledger is missing, and none forgets whom a witness depends on', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const texts = fs
    .globSync('{web/site/blog/articles/*.md,server/compliance/controls/*.ts}', { cwd: root })
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
  const about = [...texts, ...sentencesOf(features)].filter((text) => /ledger|Merkle log|signed log/i.test(text))
  expect(about.length).toBeGreaterThan(5)
  for (const text of about) {
    expect(text).not.toMatch(
      /not (yet )?(a|call the log) verifiable|ledger[^.]* does not exist|designed and not built\*\*/i,
    )
  }
  const articles = texts.filter((text) => text.startsWith('---') && /audit log|Merkle log/i.test(text))
  for (const text of articles) expect(text).toMatch(/witness/i)
  const trail = features.sections.find(({ id }) => id === 'audit-trails')
  expect(trail?.text.join(' ')).toContain('Where nobody is named, the details of the ledger say so')
})
