import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '#server/db/database.ts'
import { networkOf } from '#server/http/rate-limits.ts'

const LIFE_SECONDS = 400 * 86_400
const FORM = /^[\w-]{43}$/

const devices = new WeakMap<FastifyRequest, Buffer>()

/** The device that a request of auth/v1 or storage/v1 came from, as a keyed hash; undefined elsewhere. */
export const deviceOf = (request: FastifyRequest): Buffer | undefined => devices.get(request)

/**
 * Tells devices apart. A browser is known by a cookie that no script reads, so the same browser in other hands is another device; a
 * program without cookies by its name and network.
 */
export class Devices {
  readonly #secret: Buffer
  readonly #name: string
  readonly #attributes: string

  constructor(publicUrl: string, secret: Buffer) {
    const isSecure = publicUrl.startsWith('https:')
    this.#secret = secret
    // The prefix needs Secure, which browsers refuse on http://localhost.
    this.#name = isSecure ? '__Host-qs-device' : 'qs-device'
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE_SECONDS}${isSecure ? '; Secure' : ''}`
  }

  /** Notes the device of `request`, and gives a browser without a cookie one. */
  recognise(request: FastifyRequest, reply: FastifyReply): void {
    if (this.note(request)) return
    const cookie = randomBytes(32).toString('base64url')
    reply.header('set-cookie', `${this.#name}=${cookie}; ${this.#attributes}`)
    devices.set(request, this.#hash(`browser/${cookie}`))
  }

  /** Notes the device of `request`. @returns whether there is one: a browser of ours without a cookie is none. */
  note(request: FastifyRequest): boolean {
    const held = this.#read(request)
    if (held === undefined && isOwnPage(request)) return false
    // Versions change every month.
    const name = () => (request.headers['user-agent'] ?? '').replaceAll(/[\d._]+/g, '')
    devices.set(request, this.#hash(held ? `browser/${held}` : `program/${networkOf(request.ip)}/${name()}`))
    return true
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#secret).update(`qs1/device/${text}`).digest()
  }

  #read({ headers }: FastifyRequest): string | undefined {
    for (const part of (headers.cookie ?? '').split(';')) {
      const [name = '', value = ''] = part.split('=', 2)
      if (name.trim() === this.#name && FORM.test(value.trim())) return value.trim()
    }
    return undefined
  }
}

// Only browsers send Sec-Fetch-Site. Pages elsewhere neither send the cookie nor keep it.
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || site === 'none' || (site !== undefined && headers['sec-fetch-mode'] === 'navigate')
}

/** Whether somebody signed in to the account of this name from this device before. */
export async function knowsDevice(
  db: Transaction,
  name: { email: string } | { phone: string },
  device: Buffer | undefined,
): Promise<boolean> {
  if (!device) return false
  const [column, value] = 'email' in name ? ['email', name.email] : ['phone', name.phone]
  const { rowCount } = await db.query({
    text: `select from auth.known_devices k join auth.users u on u.id = k.user_id
           where u.${column} = $1 and u.deleted_at is null and k.device_hash = $2`,
    values: [value, device],
  })
  return rowCount === 1
}

/** Somebody who signed in from this device before; undefined when nobody did. */
export async function ownerOfDevice(db: Transaction, device: Buffer | undefined): Promise<string | undefined> {
  if (!device) return undefined
  const { rows } = await db.query<{ user_id: string }>({
    text: 'select k.user_id from auth.known_devices k where k.device_hash = $1 order by k.user_id limit 1',
    values: [device],
  })
  return rows[0]?.user_id
}
