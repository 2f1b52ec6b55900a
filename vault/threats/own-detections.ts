import type { VaultApi } from '../session/api.ts'
import { DETECTION_COLUMNS, type Detection, parseDetections } from './rows.ts'

/**
 * What was noticed of somebody, newest first. What is only tried out is left out: nothing was done, and its person was not notified.
 * @param userId oneself; who manages security could read what was noticed of others, too.
 */
export async function listOwnDetections(api: VaultApi, userId: string, limit: number): Promise<Detection[]> {
  const query = `select=${DETECTION_COLUMNS}&user_id=eq.${userId}&is_dry_run=is.false&order=created_at.desc,id.desc&limit=${limit}`
  return parseDetections(await api.rest(`threat_detections?${query}`))
}

/** `not_me` ends every other session of the account. @throws {VaultError} `not_member` when there is no such detection */
export async function answerDetection(api: VaultApi, detection: string, answer: 'me' | 'not_me'): Promise<void> {
  await api.rest('rpc/answer_detection', { method: 'POST', body: { detection, answer } })
}
