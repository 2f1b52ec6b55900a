import { addView, changeView, listViews, removeView } from './views.ts'

/** Views of lists that the person saved. */
export const viewCalls = { list: listViews, add: addView, change: changeView, remove: removeView }
