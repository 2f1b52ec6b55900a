import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '../query/pages-query.ts'

const KEY = 'training'

type Client = VaultClient['training']

export function trainingQuery(training: Client) {
  return queryOptions({ queryKey: [KEY, 'overview'], queryFn: () => training.list() })
}

export function courseQuery(training: Client, id: string) {
  return queryOptions({ queryKey: [KEY, 'course', id], queryFn: () => training.open(id) })
}

export function assignmentsQuery(training: Client) {
  return pagesQuery([KEY, 'assignments'], (after) => training.assignments(after))
}

export function assigneesQuery(training: Client, id: string) {
  return pagesQuery([KEY, 'assignees', id], (after) => training.assignees(id, after))
}

export function ownCoursesQuery(training: Client) {
  return queryOptions({ queryKey: [KEY, 'own-courses'], queryFn: () => training.ownCourses() })
}

export function ownCourseQuery(training: Client, id: string) {
  // What somebody writes is not exchanged under their hands.
  return queryOptions({
    queryKey: [KEY, 'own-course', id],
    queryFn: () => training.ownCourse(id),
    refetchOnWindowFocus: false,
  })
}

export function exercisesQuery(training: Client) {
  return queryOptions({ queryKey: [KEY, 'exercises'], queryFn: () => training.exercises() })
}

export function exercisePeopleQuery(training: Client, id: string) {
  return pagesQuery([KEY, 'exercise-people', id], (after) => training.exercisePeople(id, after))
}

/** Of everything that this room shows. */
export const TRAINING_KEY = { queryKey: [KEY] }
