import {
  cancelCrawl,
  listCrawls,
  listRedirects,
  readCrawl,
  removeRedirect,
  saveRedirect,
  setWeeklyCrawl,
  startCrawl,
} from './site-crawls.ts'

/** How the public site is found, for those of the operator's organisation who manage growth. The server refuses others. */
export const seoCalls = {
  list: listCrawls,
  read: readCrawl,
  start: startCrawl,
  cancel: cancelCrawl,
  setWeekly: setWeeklyCrawl,
  listRedirects,
  saveRedirect,
  removeRedirect,
}
