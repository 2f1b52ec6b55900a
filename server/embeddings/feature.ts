import type { Feature } from '../feature.ts'
import { embeddingsOf } from './embeddings.ts'
import { forgetVectors } from './vectors.sql.ts'

const TASK = 'embeddings:forget'

export const embeddings: Feature = {
  routes: (app, { database }) => {
    app.addHook('onClose', () => embeddingsOf(database).stop())
  },
  tasks: ({ database }) => ({
    tasks: { [TASK]: () => forgetVectors(database) },
    crontab: `17 3 * * * ${TASK}`,
  }),
}
