import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const KEY = 'training'

type Client = VaultClient['training']

export function trainingQuery(training: Client) {
  return queryOptions({ queryKey: [KEY, 'overview'], queryFn: () => training.list() })
}

export function courseQuery(training: Client, id: string) {
  return queryOptions({ queryKey: [KEY, 'course', id], queryFn: () => training.open(id) })
}

export function assignmentsQuery(training: Client) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'assignments'],
    queryFn: ({ pageParam }) => training.assignments(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

export function assigneesQuery(training: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'assignees', id],
    queryFn: ({ pageParam }) => training.assignees(id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
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
  return infiniteQueryOptions({
    queryKey: [KEY, 'exercise-people', id],
    queryFn: ({ pageParam }) => training.exercisePeople(id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

/** Of everything that this room shows. */
export const TRAINING_KEY = { queryKey: [KEY] }
