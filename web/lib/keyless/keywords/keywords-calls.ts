import {
  briefKeywordCluster,
  cancelKeywordProject,
  changeKeywordCluster,
  exportKeywords,
  importKeywordList,
  listKeywordProjects,
  mergeKeywordClusters,
  previewKeywordList,
  readKeywordProject,
  readKeywordTerms,
  removeKeywordProject,
  renameKeywordProject,
  saveKeywordTerms,
  startKeywordProject,
} from './keyword-projects.ts'

/** Keywords of an organisation and the pages they make, for those who manage growth. The server refuses others. */
export const keywordsCalls = {
  list: listKeywordProjects,
  read: readKeywordProject,
  start: startKeywordProject,
  preview: previewKeywordList,
  import: importKeywordList,
  rename: renameKeywordProject,
  remove: removeKeywordProject,
  cancel: cancelKeywordProject,
  changeCluster: changeKeywordCluster,
  merge: mergeKeywordClusters,
  brief: briefKeywordCluster,
  export: exportKeywords,
  readTerms: readKeywordTerms,
  saveTerms: saveKeywordTerms,
}
