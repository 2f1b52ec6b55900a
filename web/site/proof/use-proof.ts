import { useCallback, useEffect, useState } from 'react'
import { lookAtOwnCode } from '#web/lib/remote/own-code.ts'
import { proof } from '#web/messages/site/proof.ts'
import {
  agreementFact,
  checkpointFact,
  codeFact,
  type ConnectionAnswer,
  connectionFact,
  contentFact,
  type Fact,
  logFact,
  vectorsFact,
} from './fact.ts'
import { readPublicCheckpoint } from './public-checkpoint.ts'
import { inLogWorker, inProofWorker, type Job } from './start-proof-worker.ts'
import type { ProofWorker } from '../../workers/proof.worker.ts'

const waiting = (name: string): Fact => ({ name, value: '…', note: proof.wait, state: 'running' })
const CONNECTION = waiting(proof.connection.name)
const CODE = waiting(proof.code.name)
const LOG = waiting(proof.log.name)
const AGREEMENT = waiting(proof.agreement.name)
const CONTENT = waiting(proof.content.name('8 MiB'))
const VECTORS = waiting(proof.vectors.name)
const CODE_FAILED: Fact = { ...CODE, value: proof.code.failed, note: proof.code.failedNote, state: 'failed' }
const LOG_FAILED: Fact = { ...LOG, value: proof.log.failed, note: proof.log.failedNote, state: 'failed' }

/**
 * The facts of the certificate, in their order, and a way to find them out again.
 *
 * @param checksLog otherwise the log is shown as the server signed it, and not counted: what checks it is no small download
 */
export function useProof(checksLog: boolean): { facts: Fact[]; isRunning: boolean; run: () => void } {
  const [connection, setConnection] = useState(CONNECTION)
  const [published, setPublished] = useState<[Fact, Fact]>([CODE, LOG])
  const [trip, setTrip] = useState<[Fact, Fact]>([AGREEMENT, CONTENT])
  const [vectors, setVectors] = useState(VECTORS)

  const run = useCallback(() => {
    setConnection(CONNECTION)
    setPublished([CODE, LOG])
    setTrip([AGREEMENT, CONTENT])
    setVectors(VECTORS)
    void askConnection().then(setConnection)
    void lookAtPublished(checksLog).then(setPublished)
    void inWorker(
      async (worker) => {
        const result = await worker.roundTrip()
        return [agreementFact(result), contentFact(result)]
      },
      [AGREEMENT, CONTENT],
    ).then(([agreement, content]) => setTrip([agreement ?? AGREEMENT, content ?? CONTENT]))
    void inWorker(async (worker) => [vectorsFact(await worker.runVectors())], [VECTORS]).then(([fact]) =>
      setVectors(fact ?? VECTORS),
    )
  }, [checksLog])

  useEffect(() => {
    // The page comes first; the checks take the processor for a moment.
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }, [run])

  const [code, log] = published
  const facts = [connection, code, ...trip, vectors, log]
  return { facts, isRunning: facts.some(({ state }) => state === 'running'), run }
}

async function askConnection(): Promise<Fact> {
  try {
    const response = await fetch('/connection.json', { cache: 'no-store' })
    if (!response.ok) throw new Error(`connection.json answered ${response.status}`)
    return connectionFact((await response.json()) as ConnectionAnswer, location)
  } catch (error) {
    console.warn(error)
    return { ...CONNECTION, value: proof.connection.failed, note: proof.connection.failedNote, state: 'failed' }
  }
}

/** The code that runs here, and the log that has to list it. */
async function lookAtPublished(checksLog: boolean): Promise<[Fact, Fact]> {
  // This page, and the document in which passwords are typed.
  const code = await orWarn(lookAtOwnCode([location.pathname.replace(/(?<=.)\/$/, ''), '/login']))
  if (!checksLog) {
    const log = await orWarn(readPublicCheckpoint())
    return [code ? codeFact(code) : CODE_FAILED, log ? checkpointFact(log) : LOG_FAILED]
  }
  const checked = await orWarn(inLogWorker((worker) => worker.checkLog(code?.list)))
  return [code ? codeFact(code, checked?.build ?? 'not asked') : CODE_FAILED, checked ? logFact(checked) : LOG_FAILED]
}

async function orWarn<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

async function inWorker(job: Job<ProofWorker, Fact[]>, before: Fact[]): Promise<Fact[]> {
  try {
    return await inProofWorker(job)
  } catch (error) {
    console.warn(error)
    return before.map((fact) => ({ ...fact, value: proof.broken, note: proof.brokenNote, state: 'failed' }))
  }
}
