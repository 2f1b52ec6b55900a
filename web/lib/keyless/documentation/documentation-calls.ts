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
} from './own-guides.ts'

/** Guides that the operator's organisation writes, for its people who manage growth. The server refuses others. */
export const documentationCalls = {
  list: listGuides,
  read: readGuide,
  readVersion,
  create: createGuide,
  save: saveGuide,
  publish: publishGuide,
  unpublish: unpublishGuide,
  restore: restoreVersion,
  remove: removeGuide,
}
