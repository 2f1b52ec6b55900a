import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of training in words. */
export const trainingTitles: Record<Extract<DatabaseEventType, `training_${string}`>, string> = {
  'training_assignments.insert': 'Training assigned',
  'training_assignments.update': 'Assignment of training changed',
  'training_assignments.delete': 'Assignment of training deleted',
  'training_completions.insert': 'Course completed',
  'training_completions.update': 'Certificate changed or withdrawn',
  'training_courses.insert': 'Own course added',
  'training_courses.update': 'Own course changed',
  'training_courses.delete': 'Own course deleted',
  'training_courses.publish': 'Own course published',
  'training_exercises.insert': 'Phishing exercise started',
  'training_results.export': 'Results of training exported',
}
