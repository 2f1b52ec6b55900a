import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { MAIL_TASK } from '#contract/operations.ts'
import type { Config } from '../config.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import { operationsError } from './operations-requests.ts'
import type { Mail } from '../mail/mail.ts'
import { withoutSecrets } from '../process/without-secrets.ts'
import { describeContent } from '../storage/upkeep/operator.sql.ts'
import { describeScrub } from '../storage/upkeep/scrub.ts'
import {
  countJobs,
  dropMail,
  type FailedJob,
  isSuperAdmin,
  isTried,
  listFailedJobs,
  listNodes,
  readDatabaseFacts,
  readLastBackup,
  recordOperation,
  runAgain,
} from './operations.sql.ts'

export type OperationServices = { config: Pick<Config, 's3' | 'upkeep'>; database: Database; mail: Mail }

const ERROR_LETTERS = 500
/** Looks at a job that is being tried: over three seconds. */
const MAX_LOOKS = 11
const LOOK_AGAIN_MS = 300
const subject = z.uuid()

/** What operators see of the whole installation, and do about its jobs. Only a super admin; each act is in the audit log. */
export class OperationService {
  readonly #services: OperationServices

  constructor(services: OperationServices) {
    this.#services = services
  }

  /** @throws {Refusal} `forbidden` */
  async read(caller: Caller) {
    await this.#admit(caller)
    const { config, database, mail } = this.#services
    const [counts, jobs, mails, content, reading, facts, backup, nodes] = await Promise.all([
      countJobs(database),
      listFailedJobs(database, { areMails: false }),
      listFailedJobs(database, { areMails: true }),
      describeContent(database, config.upkeep.leftoverDays),
      describeScrub(database),
      readDatabaseFacts(database),
      readLastBackup(database),
      listNodes(database),
    ])
    const { content_bytes: bytes, content_files: files, ...ofDatabase } = facts
    return {
      jobs: { ...counts, list: jobs.map(present) },
      mails: mails.map((job) => ({ ...present(job), to: mail.recipientOf(job.payload) })),
      storage: {
        place: config.s3 ? 'bucket' : 'disk',
        bytes,
        files,
        missing: content.missing,
        damaged: content.damaged,
        leftovers: content.leftovers.count,
        leftover_bytes: Number(content.leftovers.bytes),
        held: content.held,
        swept_at: content.finishedAt,
        read_at: reading.finishedAt,
        is_reading: reading.isRunning,
        unreadable: reading.unreadable,
      },
      nodes,
      backup,
      database: ofDatabase,
    }
  }

  /** @throws {Refusal} `forbidden`, `job_not_found` */
  async runAgain(caller: Caller, id: string): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#onceTried(id, async (db) => {
      const task = await runAgain(db, id)
      if (task === undefined) return false
      await recordOperation(db, { type: 'job.run_again', userId, details: { job: id, task } })
      return true
    })
  }

  /** @throws {Refusal} `forbidden`, `job_not_found` */
  async dropMail(caller: Caller, id: string): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#onceTried(id, async (db) => {
      if (!(await dropMail(db, id))) return false
      await recordOperation(db, { type: 'mail.dropped', userId, details: { job: id, task: MAIL_TASK } })
      return true
    })
  }

  /**
   * Does something to a job that failed. A try that is under way as somebody presses the button is waited for: most end at once.
   * @param act false where the job did not fail
   * @throws {Refusal} `job_not_found`
   */
  async #onceTried(id: string, act: (db: Transaction) => Promise<boolean>): Promise<void> {
    const look = async (db: Transaction): Promise<'done' | 'tried' | 'not found'> => {
      const tried = await isTried(db, id)
      if (tried) return 'tried'
      return tried !== undefined && (await act(db)) ? 'done' : 'not found'
    }
    for (let looks = 1; ; looks++) {
      const found = await this.#services.database.asOwner(look)
      if (found === 'done') return
      if (found === 'not found' || looks === MAX_LOOKS) throw operationsError('job_not_found')
      await sleep(LOOK_AGAIN_MS)
    }
  }

  async #admit(caller: Caller): Promise<string> {
    const userId = subject.safeParse(caller.claims['sub'])
    if (caller.role !== 'authenticated' || !userId.success) throw operationsError('not_signed_in')
    if (!(await isSuperAdmin(this.#services.database, caller))) throw operationsError('forbidden')
    return userId.data
  }
}

/** An error may quote what it was given: tokens, and addresses of people that are not shown where they are not needed. */
function present({ payload: _payload, last_error: error, ...job }: FailedJob) {
  return { ...job, error: withoutSecrets(error).slice(0, ERROR_LETTERS) }
}
