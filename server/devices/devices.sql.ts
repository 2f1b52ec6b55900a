import type { QueryResultRow } from 'pg'
import { DEVICES, type DeviceSuite } from '#contract/devices/devices.ts'
import type { WatchedDevice } from '#server/threats/device-watch.ts'
import type { Statement, Transaction } from '../db/database.ts'

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** A device with the key that it signs with now; bigint arrives as text. */
export type DeviceRow = QueryResultRow & {
  suite: DeviceSuite
  interval_seconds: number
  inbox_id: string
  inbox_statement: string
  inbox_mac: string
  key_serial: number | null
  public_key: string | null
} & WatchedDevice

export type CodeRow = DeviceRow & { token_hash: string; is_used: boolean; is_expired: boolean }

const COLUMNS = `d.id, d.user_id, d.suite, d.interval_seconds, d.inbox_id, d.inbox_statement, d.inbox_mac, d.key_serial, k.public_key,
                d.revoked_at is not null or p.tenant_id is null or u.deleted_at is not null
                  or auth.is_suspended(u.id, u.banned_until) as is_revoked,
                coalesce(e.is_paused, false) as is_paused, e.resumed_at,
                (select jsonb_build_object('country', s.country, 'network', s.network, 'seenAt', s.seen_at)
                 from threats.device_places s where s.device_id = d.id) as place`
const TABLES = `public.devices d
         join auth.users u on u.id = d.user_id
         left join public.profiles p on p.user_id = d.user_id
         left join public.device_keys k on k.device_id = d.id and k.serial = d.key_serial
         cross join lateral (select bool_or(x.lifted_at is null) as is_paused, max(x.lifted_at) as resumed_at
                             from public.threat_enforcements x where x.action = 'pause' and x.subject = 'device ' || d.id) e`

/** A device of an account that is closed or left the organisation counts as revoked. */
export const findDevice = (id: string): Query => ({
  text: `select ${COLUMNS} from ${TABLES} where d.id = $1`,
  values: [id],
})

export const findCode = (id: string): Query => ({
  text: `select ${COLUMNS}, c.token_hash, c.used_at is not null as is_used, c.expires_at <= now() as is_expired
         from ${TABLES}
         join public.device_codes c on c.device_id = d.id
         where d.id = $1`,
  values: [id],
})

/** A key that a device had, and replaced. */
export const findEarlierKey = (id: string, serial: number): Query => ({
  text: 'select k.public_key from public.device_keys k where k.device_id = $1 and k.serial = $2',
  values: [id, serial],
})

/** Of two that enrol with one code, or replace one key, the second waits here and then finds what the first did. */
export async function lockDevice(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'select from public.devices where id = $1 for no key update', values: [id] })
}

/** No row: this counter, or a higher one, was there before. A device that is paused is heard, and nothing of it is taken. */
export const takeCounter = (id: string, counter: number): Query => ({
  text: `update public.devices d set counter = $2, last_seen_at = now() where d.id = $1 and d.counter < $2
         returning threats.is_paused(d.id) as is_paused`,
  values: [id, counter],
})

export type NewKey = {
  device: Pick<DeviceRow, 'id' | 'user_id'>
  serial: number
  publicKey: string
  statement: string
  mac: string
  signed: string
  signature: string
}

export const insertKey = ({ device, serial, publicKey, statement, mac, signed, signature }: NewKey): Query => ({
  text: `insert into public.device_keys (device_id, serial, user_id, public_key, statement, mac, signed, signature)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [device.id, serial, device.user_id, publicKey, statement, mac, signed, signature],
})

export const setKey = (id: string, serial: number): Query => ({
  text: 'update public.devices set key_serial = $2, enrolled_at = coalesce(enrolled_at, now()) where id = $1',
  values: [id, serial],
})

export const useCode = (id: string): Query => ({
  text: 'update public.device_codes set used_at = now() where device_id = $1',
  values: [id],
})

export const noteHealth = (id: string, { battery, firmware }: { battery: number | null; firmware: string | null }) => ({
  text: `update public.devices set battery = $2, firmware = coalesce($3, firmware) where id = $1`,
  values: [id, battery, firmware],
})

/** No row: the bytes of this day are used up. */
export const takeBytes = (id: string, sizeBytes: number): Query => ({
  text: `update public.devices d
         set day_bytes = case when d.day = current_date then d.day_bytes else 0 end + $2, day = current_date
         where d.id = $1 and case when d.day = current_date then d.day_bytes else 0 end + $2 <= $3
         returning d.id`,
  values: [id, sizeBytes, DEVICES.dayBytes],
})

/** No row: a delivery with this counter, or a higher one, was there before, and the owner's vault would take this one for a repetition. */
export const countFile = (id: string, { sizeBytes, counter }: { sizeBytes: string; counter: number }): Query => ({
  text: `update public.devices
         set files_received = files_received + 1, bytes_received = bytes_received + $2, delivered_counter = $3
         where id = $1 and delivered_counter < $3
         returning id`,
  values: [id, sizeBytes, counter],
})

/** What is usual for the device, in the transaction of the delivery. */
export const countFileOfDay = (id: string, sizeBytes: string): Query => ({
  text: 'select threats.count_device_file($1, $2)',
  values: [id, sizeBytes],
})

export const countRefusal = (id: string, reason: string): Query => ({
  text: 'select public.count_device_refusal($1, $2)',
  values: [id, reason],
})
