import {
  changePost,
  exportCalendar,
  exportCalendarRecord,
  listCalendars,
  makeCalendar,
  readCalendar,
  removeCalendar,
  resumeCalendar,
  saveLimits,
  previewCalendar,
} from './calendars.ts'
import {
  addDraft,
  exportRecord,
  listDrafts,
  readDraft,
  readDraftVersion,
  removeDraft,
  saveDraft,
  writeDraft,
} from './drafts.ts'
import { addWord, chooseDialect, readDictionary, readEngineFile, removeWord } from './grammar.ts'
import { listOwnModels, uploadModel } from './own-models.ts'
import { checkRecord } from './records.ts'
import { previewRewriting, previewWriting, rewritePassage, takePassage } from './rewriting.ts'
import { addSource, findFacts, listSources, readSource, removeSource } from './sources.ts'
import {
  addConnection,
  changeConnection,
  listModelRequests,
  listModels,
  lookAtAllConnections,
  lookAtConnection,
  readModelUsage,
  removeConnection,
  saveModelPrices,
  saveModelSettings,
} from './models.ts'

/** Language models, for who manages growth. The server refuses others. */
export const modelCalls = {
  list: listModels,
  add: addConnection,
  change: changeConnection,
  remove: removeConnection,
  look: lookAtConnection,
  lookAtAll: lookAtAllConnections,
  saveSettings: saveModelSettings,
  savePrices: saveModelPrices,
  usage: readModelUsage,
  requests: listModelRequests,
  listOwn: listOwnModels,
  upload: uploadModel,
}

/** Texts of the studio. */
export const draftCalls = {
  list: listDrafts,
  read: readDraft,
  readVersion: readDraftVersion,
  add: addDraft,
  save: saveDraft,
  remove: removeDraft,
  write: writeDraft,
  exportRecord,
  check: checkRecord,
  preview: previewWriting,
  rewrite: rewritePassage,
  previewRewriting,
  takePassage,
}

/** Texts that the organisation quotes. */
export const sourceCalls = {
  list: listSources,
  read: readSource,
  add: addSource,
  remove: removeSource,
  facts: findFacts,
}

/** Words of the organisation, and files of the engine that checks texts in this browser. */
export const grammarCalls = {
  read: readDictionary,
  addWord,
  removeWord,
  choose: chooseDialect,
  readEngineFile,
}

/** Calendars of the studio. */
export const calendarCalls = {
  list: listCalendars,
  read: readCalendar,
  remove: removeCalendar,
  preview: previewCalendar,
  make: makeCalendar,
  resume: resumeCalendar,
  changePost,
  saveLimits,
  export: exportCalendar,
  exportRecord: exportCalendarRecord,
}
