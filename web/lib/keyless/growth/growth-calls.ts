import {
  addContact,
  changeContact,
  exportContacts,
  importContacts,
  listContacts,
  readContact,
  removeContacts,
  stateConsent,
  tagContacts,
} from './contacts.ts'
import { listForms, removeForm, saveForm } from './forms.ts'
import {
  copyNewsletter,
  countAudience,
  listAudiences,
  listNewsletters,
  makeReportToken,
  previewNewsletter,
  readMailSettings,
  readNewsletter,
  removeAudience,
  saveAudience,
  saveNewsletter,
  scheduleNewsletter,
  setMailPace,
  steerNewsletter,
  testNewsletter,
} from './newsletters.ts'

/** Contacts of the organisation, for who manages its growth. The server refuses others. */
export const contactCalls = {
  list: listContacts,
  read: readContact,
  add: addContact,
  change: changeContact,
  tag: tagContacts,
  remove: removeContacts,
  stateConsent,
  import: importContacts,
  export: exportContacts,
}

/** Newsletters to those who agreed, and who they are for. */
export const newsletterCalls = {
  list: listNewsletters,
  read: readNewsletter,
  save: saveNewsletter,
  schedule: scheduleNewsletter,
  steer: steerNewsletter,
  copy: copyNewsletter,
  test: testNewsletter,
  preview: previewNewsletter,
  settings: readMailSettings,
  setPace: setMailPace,
  makeReportToken,
  audiences: listAudiences,
  countAudience,
  saveAudience,
  removeAudience,
  forms: listForms,
  saveForm,
  removeForm,
}
