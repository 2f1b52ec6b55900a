import {
  createGuide,
  listGuides,
  publishGuide,
  readGuide,
  readVersion,
  removeGuide,
  restoreVersion,
  saveGuide,
  unpublishGuide,
} from '#vault/documentation/own-guides.ts'
import { withApi } from './bind-calls.ts'

/** Guides that the operator's organisation writes, for its people who manage growth. The server refuses others. */
export const documentationCalls = withApi({
  list: listGuides,
  read: readGuide,
  readVersion,
  create: createGuide,
  save: saveGuide,
  publish: publishGuide,
  unpublish: unpublishGuide,
  restore: restoreVersion,
  remove: removeGuide,
})
