import { expect, onTestFinished } from 'vitest'
import { REMOTE_FEATURES, type VaultClient } from '#web/lib/remote/vault-client.ts'

/** The calls that a test answers, by feature. */
export type VaultAnswers = { [Feature in keyof VaultClient]?: Partial<VaultClient[Feature]> }

const FEATURES: readonly (keyof VaultClient)[] = [
  ...REMOTE_FEATURES,
  'audit',
  'badges',
  'notices',
  'account',
  'files',
  'folders',
  'sender',
  'protection',
  'checker',
  'installation',
  'live',
]

/**
 * The client of the vault as a page has it, with nothing behind it but `answers`. A call that they do not name throws an error with its name, and
 * fails the test at its end even where the page caught that error.
 */
export function stubVault(answers: VaultAnswers): VaultClient {
  const unnamed = new Set<string>()
  onTestFinished(() => expect([...unnamed], 'calls that the test does not answer').toEqual([]))
  const refuse = (call: string): never => {
    unnamed.add(call)
    throw new Error(`the test does not answer ${call}`)
  }
  // Rooms that need no keys are there where a test answers them.
  const names = new Set([...FEATURES, ...(Object.keys(answers) as (keyof VaultClient)[])])
  const features = [...names].map((name) => [name, stubFeature(name, answers[name] ?? {}, refuse)])
  return Object.fromEntries(features) as VaultClient
}

function stubFeature(feature: string, answers: object, refuse: (call: string) => never): object {
  const missing = new Map<string, unknown>()
  return new Proxy(answers, {
    get(given, name) {
      // Printing or awaiting an object reads these.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined
      if (name in given) return Reflect.get(given, name)
      // Hooks depend on functions: the same one each time.
      const call = missing.get(name) ?? unanswered(() => refuse(`${feature}.${name}`))
      missing.set(name, call)
      return call
    },
  })
}

/** A call, and a store, that nothing answers. */
const unanswered = (refuse: () => never) => Object.assign(() => refuse(), { read: refuse, subscribe: refuse })
