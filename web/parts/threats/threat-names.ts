import { threats } from '#web/messages/threats/threats.ts'

/** A name of a newer server that this page has no word for is shown as it is. */
const wordOf = (words: Record<string, string>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name.replaceAll('_', ' ')

export const threatNames = {
  detector: (name: string) => wordOf(threats.detectors, name),
  enforcement: (name: string) => wordOf(threats.enforcements, name),
}
