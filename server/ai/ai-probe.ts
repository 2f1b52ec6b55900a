import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { embeddingsOf } from '../embeddings/embeddings.ts'
import { Outbound } from '../outbound/outbound.ts'
import { openSecret } from '../secret-seal.ts'
import { listModels } from './provider/list-models.ts'

type Services = {
  config: Pick<Config, 'outbound'>
  secrets: { serverSecret: Buffer }
  database: Database
}
type Connection = { id: string; address: string; key: Buffer | null }
/** `absent`: the installation does not have it, which is no trouble. */
type Part = 'absent' | 'answers' | 'silent'

/** Model servers that are asked: more are not needed to know whether there is one. */
const MAX_ASKED = 3
/** Before jobs and questions: it is one word. */
const FIRST = -1
const PATIENCE_MS = 3000
/** Time for which an answer of the engine counts: asking it starts a thread of 0.2 GB that lives for minutes. */
const COUNTS_MS = 60 * 60_000

/**
 * Whether the AI of this installation answers: its embeddings, by one word in an hour in which nobody asked them, and model servers that the
 * organisation of the operator connected, by their list of models. Those of other organisations are theirs, and their keys are not used for this. Uploaded models are not started for it.
 * @returns what asks: `not set up` where there is neither. It throws where nothing of what there is answers.
 */
export function createAiProbe({
  config,
  secrets,
  database,
}: Services): () => Promise<'fine' | 'impaired' | 'not set up'> {
  const outbound = new Outbound(config.outbound)
  const askEngine = engineAsker(database)
  const askServers = async (): Promise<Part> => {
    const { rows } = await database.owner<Connection>(
      `select c.id, c.address, c.key_sealed as key from studio.connections c
       where c.tenant_id = authz.operator() and c.preset <> 'own' order by c.updated_at desc, c.id limit $1`,
      [MAX_ASKED],
    )
    if (rows.length === 0) return 'absent'
    const answers = await Promise.all(rows.map((one) => doesAnswer(outbound, secrets, one)))
    return answers.includes(true) ? 'answers' : 'silent'
  }
  return async () => {
    const found = await Promise.all([askEngine(), askServers()])
    const there = found.filter((part) => part !== 'absent')
    if (there.length === 0) return 'not set up'
    if (!there.includes('answers')) throw new Error('neither embeddings nor a model server answer')
    return there.includes('silent') ? 'impaired' : 'fine'
  }
}

/** Asks the engine for one word, where it has not answered lately. One that is busy or starts has until the next round. */
function engineAsker(database: Database): () => Promise<Part> {
  const embeddings = embeddingsOf(database)
  let pending: Promise<boolean> | undefined
  return async () => {
    const state = embeddings.state()
    if (state !== 'ready') return state === 'damaged' ? 'silent' : 'absent'
    if (embeddings.hasAnsweredWithin(COUNTS_MS)) return 'answers'
    if (pending) return 'silent'
    const asked = embeddings.embed(['status'], { priority: FIRST }).then(
      () => true,
      // Told by the state of the service; the log has it where it happens.
      () => false,
    )
    pending = asked
    void asked.finally(() => (pending = undefined))
    return (await Promise.race([asked, sleep(PATIENCE_MS, true, { ref: false })])) ? 'answers' : 'silent'
  }
}

async function doesAnswer(
  outbound: Outbound,
  { serverSecret }: Services['secrets'],
  { id, address, key }: Connection,
): Promise<boolean> {
  try {
    const opened = key ? openSecret(serverSecret, { kind: 'model-key', id }, key).toString('utf8') : undefined
    return 'models' in (await listModels(outbound, { address, key: opened }))
  } catch {
    return false
  }
}
