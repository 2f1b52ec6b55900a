import {
  assignCourse,
  exportAssignment,
  listAssignees,
  listAssignments,
  moveAssignment,
  removeAssignment,
  withdrawCertificate,
} from './assignments.ts'
import { listExercisePeople, listExercises, startExercise } from './exercises.ts'
import {
  answerQuiz,
  fetchCertificate,
  finishLesson,
  listTraining,
  openCourse,
  showNameOnCertificate,
} from './learning.ts'
import {
  archiveOwnCourse,
  listOwnCourses,
  openOwnCourse,
  publishOwnCourse,
  removeOwnCourse,
  saveOwnCourse,
} from './own-courses.ts'

/** Courses for members, and who has to do them for people who manage users. The server refuses others. */
export const trainingCalls = {
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
  archiveCourse: archiveOwnCourse,
  removeCourse: removeOwnCourse,
  exercises: listExercises,
  startExercise,
  exercisePeople: listExercisePeople,
}
