import { z } from 'zod'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import { OPERATOR_FACTS } from '#contract/delivery/operator.ts'
import { CommandError } from '../command-error.ts'
import { fetchLimited } from './fetch-limited.ts'

const LIMIT_BYTES = 1024 * 1024
const fact = z.string().max(2000).nullable()
const shape = z.object({
  public_url: z.url({ protocol: /^https?$/ }).max(500),
  source_url: z.string().max(2000).nullable(),
  operator: z.object(
    Object.fromEntries(OPERATOR_FACTS.map((name) => [name, fact])) as Record<
      (typeof OPERATOR_FACTS)[number],
      typeof fact
    >,
  ),
})

/** What an installation says about itself: its documents must hold exactly that in their places, and it is all that may be in them beside the build. */
export type ServerWords = { publicUrl: string; sourceUrl: string | null; inDocuments: ReadonlyMap<string, string> }

/** @throws {CommandError} when the server does not answer like one of ours. */
export async function fetchWords(origin: string, signal: AbortSignal): Promise<ServerWords> {
  const answer = await fetchLimited(`${origin}/config.json`, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
  if ('problem' in answer) throw new CommandError(`${origin}/config.json: ${answer.problem}.`)
  const config = shape.safeParse(parse(answer.content))
  if (!config.success) throw new CommandError(`${origin} does not answer like a QuantumShield server.`)
  const { public_url: publicUrl, source_url: sourceUrl, operator } = config.data
  return { publicUrl: publicUrl.replace(/\/$/, ''), sourceUrl, inDocuments: wordsInDocuments(publicUrl, operator) }
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
