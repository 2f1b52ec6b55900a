import { createHash } from 'node:crypto'
import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { type OffboardingEnding, OFFBOARDING_STEPS, type OffboardingStep } from '#contract/reviews/reviews.ts'
import type { Caller, Database } from '../db/database.ts'
import type { NewOffboarding } from './reviews.schemas.ts'
import { reviewsError } from './reviews-requests.ts'
import { PAGE } from './reviews.sql.ts'

type Space = { id: string; role: string; people: number; managers: { id: string; email: string }[] }
type Facts = {
  sessions: number
  devices: number
  links: number
  requests: number
  roles: string[]
  shares: number
  files: number
  can_be_recovered: boolean
  is_me: boolean
  is_last_owner: boolean
  spaces: Space[]
}
type Step = { step: OffboardingStep; state: 'pending' | 'done' | 'failed'; reason: string | null; ended: number | null }
type StepOfReport = Step & { doer: string; done_at: string | null }
type Handover = { space_id: string; successor: string; is_managed: boolean; left_at: string | null }
type Offboarding = {
  id: string
  person_id: string | null
  person_name: string
  person_email: string
  ending: OffboardingEnding
  facts: Facts
  starter: string
  started_at: Date
  finished_at: Date | null
  steps: StepOfReport[]
  spaces: Handover[]
}

/** What ends when somebody leaves. Whether the caller may is asked of the database in each call. */
export class OffboardingService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts what would end. */
  async facts(caller: Caller, person: string): Promise<Facts | undefined> {
    const { rows } = await this.#database.oneAsCaller<{ facts: Facts }>(caller, {
      text: 'select reviews.offboarding_facts($1) as facts',
      values: [person],
    })
    return rows[0]?.facts
  }

  /** Newest first. */
  async list(caller: Caller, after?: string) {
    const offboardings = await this.#read(caller, { after })
    return { offboardings, after: offboardings.length === PAGE ? (offboardings.at(-1)?.id ?? null) : null }
  }

  /** @throws {Refusal} `reviews_not_found` */
  async read(caller: Caller, id: string): Promise<Offboarding> {
    const [one] = await this.#read(caller, { id })
    if (!one) throw reviewsError('reviews_not_found')
    return one
  }

  /** Writes down what is meant, and ends nothing yet. */
  async start(caller: Caller, given: NewOffboarding): Promise<{ id: string | undefined }> {
    const { rows } = await this.#database.oneAsCaller<{ id: string }>(caller, {
      text: 'select reviews.start_offboarding($1, $2, $3, $4) as id',
      values: [given.person, given.ending, JSON.stringify(given.successors), given.leaves_unmanaged],
    })
    return { id: rows[0]?.id }
  }

  /** Does what is not done, each step in a transaction of its own; it stops at one that fails. */
  async resume(caller: Caller, id: string): Promise<Offboarding> {
    for (const _step of OFFBOARDING_STEPS) {
      const { rows } = await this.#database.oneAsCaller<{ outcome: string | null }>(caller, {
        text: 'select reviews.offboard_next($1) as outcome',
        values: [id],
      })
      if (rows[0]?.outcome !== 'done') break
    }
    return this.read(caller, id)
  }

  /** The report as CSV. The audit log has the hash of exactly these bytes. */
  async export(caller: Caller, id: string): Promise<Buffer> {
    const one = await this.read(caller, id)
    const lines = [...headLines(one), ...one.steps.map(stepLine), ...one.spaces.map(spaceLine)]
    const csv = Buffer.from(csvHead(['what', 'which', 'state', 'count', 'who', 'when']) + lines.map(csvLine).join(''))
    await this.#database.oneAsCaller(caller, {
      text: 'select reviews.record_report($1, $2)',
      values: [id, createHash('sha256').update(csv).digest('hex')],
    })
    return csv
  }

  async #read(caller: Caller, { id, after }: { id?: string; after?: string | undefined }): Promise<Offboarding[]> {
    const { rows } = await this.#database.oneAsCaller<Offboarding>(caller, {
      text: `select o.id, o.person_id, o.person_name, o.person_email, o.ending, o.facts, o.starter, o.started_at, o.finished_at,
                    (select jsonb_agg(jsonb_build_object('step', s.step, 'state', s.state, 'reason', s.reason, 'ended', s.ended,
                                                         'doer', s.doer, 'done_at', s.done_at) order by s.place)
                     from reviews.steps s where s.tenant_id = o.tenant_id and s.offboarding_id = o.id) as steps,
                    (select coalesce(jsonb_agg(jsonb_build_object('space_id', h.space_id, 'successor', h.successor, 'is_managed', h.is_managed,
                                                                  'left_at', h.left_at) order by h.space_id), '[]')
                     from reviews.handovers h where h.tenant_id = o.tenant_id and h.offboarding_id = o.id) as spaces
             from reviews.offboardings o
             where reviews.managed() is not null and ($1::uuid is null or o.id = $1)
               and ($2::uuid is null or (o.started_at, o.id) < (select b.started_at, b.id from reviews.offboardings b where b.id = $2))
             order by o.started_at desc, o.id desc limit ${PAGE}`,
      values: [id ?? null, after ?? null],
    })
    return rows
  }
}

const headLines = (one: Offboarding): string[][] => [
  ['person', one.person_name, one.ending, '', one.person_email, ''],
  ['started', '', '', '', one.starter, one.started_at.toISOString()],
  ['finished', '', one.finished_at ? 'done' : 'pending', '', '', one.finished_at?.toISOString() ?? ''],
  ['before', 'files that nobody else can open', '', String(one.facts.files), '', ''],
  ['before', 'files shared with others', '', String(one.facts.shares), '', ''],
]

const stepLine = ({ step, state, reason, ended, doer, done_at: doneAt }: StepOfReport): string[] => [
  'step',
  step,
  reason === null ? state : `${state}: ${reason}`,
  ended === null ? '' : String(ended),
  doer,
  doneAt ?? '',
]

const spaceLine = ({ space_id: space, successor, is_managed: isManaged, left_at: leftAt }: Handover): string[] => [
  isManaged ? 'space that they managed' : 'space',
  space,
  leftAt ? 'left' : 'waits for a manager',
  '',
  successor,
  leftAt ?? '',
]
