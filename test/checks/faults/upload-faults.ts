import { json } from './broken-front.ts'
import type { Fault } from './fault.ts'
import { stage } from './fault-stage.ts'

/** Uploads that should be refused are taken. */
export const UPLOAD_FAULTS: readonly Fault[] = [
  {
    what: 'an upload of any size is begun',
    says: /twice the largest size$/,
    breakIt: stage.answering(({ path: at, headers }, ask) =>
      at.endsWith('/upload/resumable') && Number(headers['upload-length']) > 1000 ? json(201, {}) : ask(),
    ),
  },
  {
    what: 'an upload that broke off is taken',
    says: /twice the largest size at once, fewer bytes than were announced$/,
    breakIt: async () => {
      const mend = stage.front.answerCut(201)
      return async () => mend()
    },
  },
  {
    what: 'a piece may be longer than its upload',
    says: /more bytes than were announced$/,
    breakIt: stage.answering(async ({ method, path: at }, ask) => {
      const given = await ask()
      return method === 'PATCH' && at.includes('/upload/resumable/') ? { ...given, status: 204 } : given
    }),
  },
  {
    what: 'a file without bytes comes back with some',
    says: /no bytes: answered with 200 and 5 bytes/,
    breakIt: stage.answering(async ({ path: at }, ask) => {
      const given = await ask()
      const isEmpty =
        at.startsWith('/storage/v1/object/authenticated/') && given.status === 200 && given.body.length === 0
      return isEmpty ? { ...given, body: Buffer.from('bytes') } : given
    }),
  },
]
