import { OPERATOR_FACTS, OPERATOR_UNSTATED, type OperatorFacts, operatorPlace } from './operator.ts'

/** Stands for the address of the installation in prerendered documents; the server puts its own in the place of it when it starts. */
export const ORIGIN_PLACE = 'https://origin.invalid'
/** The same for host and port, for programs that connect. */
const HOST_PLACE = hostAndPort(ORIGIN_PLACE)
/** Everything in prerendered documents that the server replaces. */
export const PLACES: readonly string[] = [ORIGIN_PLACE, HOST_PLACE, ...OPERATOR_FACTS.map(operatorPlace)]

/** `host:port` of an address, for programs that take no URL. */
export function hostAndPort(origin: string): string {
  const { host, port } = new URL(origin)
  return port === '' ? `${host}:443` : host
}

/** What an installation says about itself in prerendered documents, by the place it takes there; not escaped yet. */
function installationWords(publicUrl: string, facts: OperatorFacts): ReadonlyMap<string, string> {
  return new Map([
    [ORIGIN_PLACE, publicUrl.replace(/\/$/, '')],
    [HOST_PLACE, hostAndPort(publicUrl)],
    ...OPERATOR_FACTS.map((fact) => [operatorPlace(fact), facts[fact] ?? OPERATOR_UNSTATED] as const),
  ])
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A word as it stands in markup, so that it is never more than a word. */
export function escapeMarkup(word: string): string {
  return word.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** What an installation says about itself, by the place it takes, as it stands in its documents. */
export function wordsInDocuments(publicUrl: string, facts: OperatorFacts): ReadonlyMap<string, string> {
  const words = installationWords(publicUrl, facts)
  return new Map([...words].map(([place, word]) => [place, escapeMarkup(word)]))
}
