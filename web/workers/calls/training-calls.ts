import {
  assignCourse,
  exportAssignment,
  listAssignees,
  listAssignments,
  moveAssignment,
  removeAssignment,
  withdrawCertificate,
} from '#vault/training/assignments.ts'
import { listExercisePeople, listExercises, startExercise } from '#vault/training/exercises.ts'
import {
  answerQuiz,
  fetchCertificate,
  finishLesson,
  listTraining,
  openCourse,
  showNameOnCertificate,
} from '#vault/training/learning.ts'
import {
  listOwnCourses,
  openOwnCourse,
  publishOwnCourse,
  removeOwnCourse,
  retireOwnCourse,
  saveOwnCourse,
} from '#vault/training/own-courses.ts'
import { withApi } from './bind-calls.ts'

/** Courses for members, and who has to do them for people who manage users. The server refuses others. */
export const trainingCalls = withApi({
  list: listTraining,
  open: openCourse,
  finishLesson,
  answer: answerQuiz,
  showName: showNameOnCertificate,
  certificate: fetchCertificate,
  assignments: listAssignments,
  assignees: listAssignees,
  assign: assignCourse,
  move: moveAssignment,
  remove: removeAssignment,
  export: exportAssignment,
  withdraw: withdrawCertificate,
  ownCourses: listOwnCourses,
  ownCourse: openOwnCourse,
  saveCourse: saveOwnCourse,
  publishCourse: publishOwnCourse,
  retireCourse: retireOwnCourse,
  removeCourse: removeOwnCourse,
  exercises: listExercises,
  startExercise,
  exercisePeople: listExercisePeople,
})
