import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { DetectorName } from '#contract/threats.ts'
import { impossibleTravel, newContext } from '../detectors/new-context.ts'
import { auditExport, canary, linkScraping, probing } from '../detectors/probing.ts'
import { massDownload, readingByLinks, recoveredThenExport, slowExfiltration } from '../detectors/reading.ts'
import { sessionMoved, tokenReuse } from '../detectors/sessions.ts'
import {
  accountBruteForce,
  credentialStuffing,
  distributedStuffing,
  passwordSpray,
} from '../detectors/sign-in-attacks.ts'
import { deviceMisuse } from '../detectors/devices.ts'
import type { Counters } from './counters.ts'
import type { Detector, Finding } from './detector.ts'
import type { Observation } from './observation.ts'

/** Mass destruction and changes of privileges are noticed in the database, in the transaction of the change: server/db/functions/threats. */
const DETECTORS: readonly Detector[] = [
  accountBruteForce,
  credentialStuffing,
  distributedStuffing,
  passwordSpray,
  newContext,
  impossibleTravel,
  tokenReuse,
  sessionMoved,
  massDownload,
  slowExfiltration,
  readingByLinks,
  recoveredThenExport,
  linkScraping,
  probing,
  auditExport,
  canary,
  deviceMisuse,
]

/** Shows observations to the detectors. It waits for nothing and knows no database. */
export class Engine {
  readonly #counters: Counters
  readonly #durations: RecordableHistogram = createHistogram()
  readonly #byKind = new Map<string, Detector[]>()

  constructor(counters: Counters) {
    this.#counters = counters
    for (const one of DETECTORS)
      for (const kind of one.kinds) this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), one])
  }

  /** @param factorOf what the limits of a detector are multiplied by */
  inspect(observation: Observation, nowMs: number, factorOf: (name: DetectorName) => number = () => 1): Finding[] {
    const begun = performance.now()
    const findings: Finding[] = []
    for (const one of this.#byKind.get(observation.kind) ?? []) {
      const circumstances = { counters: this.#counters, nowMs, factor: factorOf(one.name) }
      const finding = one.inspect(observation, circumstances)
      if (finding) findings.push(finding)
    }
    this.#durations.record(Math.max(1, Math.round((performance.now() - begun) * 1e6)))
    return findings
  }

  /** How long decisions took in this process, in microseconds. */
  durations(): { decisions: number; p50: number; p99: number; p999: number; max: number } {
    const micro = (ns: number) => Math.round(ns / 100) / 10
    const h = this.#durations
    if (h.count === 0) return { decisions: 0, p50: 0, p99: 0, p999: 0, max: 0 }
    return {
      decisions: h.count,
      p50: micro(h.percentile(50)),
      p99: micro(h.percentile(99)),
      p999: micro(h.percentile(99.9)),
      max: micro(h.max),
    }
  }
}
