import { addDeal, changeDeal, exportDeals, listStageDeals, moveDeal, readBoard, readDeal, removeDeal } from './deals.ts'
import { readForecast, readPipeline, saveSalesSettings, saveStages } from './pipeline.ts'
import {
  addQuote,
  answerQuote,
  changeQuote,
  downloadQuote,
  readQuote,
  removeQuote,
  reviseQuote,
  sendQuote,
} from './quotes.ts'
import { addNote, addTask, changeTask, listTasks, removeNote, removeTask } from './work.ts'

/** Deals of the organisation, for who manages its sales. The server refuses others. */
export const salesCalls = {
  pipeline: readPipeline,
  saveStages,
  saveSettings: saveSalesSettings,
  board: readBoard,
  more: listStageDeals,
  read: readDeal,
  add: addDeal,
  change: changeDeal,
  move: moveDeal,
  remove: removeDeal,
  export: exportDeals,
  forecast: readForecast,
  tasks: listTasks,
  addTask,
  changeTask,
  removeTask,
  addNote,
  removeNote,
  quote: readQuote,
  addQuote,
  changeQuote,
  sendQuote,
  answerQuote,
  reviseQuote,
  removeQuote,
  downloadQuote,
}
