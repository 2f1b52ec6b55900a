import { RotateCw, Workflow } from 'lucide-react'
import type { FailedJob, Operations } from '#web/lib/remote/vault-client.ts'
import { operations as text } from '#web/messages/operations.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { JobState, JobTrouble } from './job-facts.tsx'
import { Nothing, Section } from './section.tsx'
import { useOperationActs } from './use-operation-acts.ts'

/** How much there is to do, and what failed; mails have a section of their own. */
export function JobsSection({ jobs }: { jobs: Operations['jobs'] }) {
  const { runAgain } = useOperationActs()
  return (
    <Section title={text.jobs.title} note={text.jobs.counts(jobs)}>
      {jobs.list.length === 0 ? (
        <Nothing>{text.jobs.none}</Nothing>
      ) : (
        <Card>
          <RowList label={text.jobs.title}>
            {jobs.list.map((job: FailedJob) => (
              <Row
                key={job.id}
                icon={<Workflow size={18} aria-hidden="true" />}
                title={job.task}
                badge={<JobState job={job} />}
                detail={<JobTrouble job={job} />}
                actions={
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={text.jobs.runOf(job.task, job.id)}
                    onClick={() => runAgain.mutate({ id: job.id, done: text.jobs.started })}
                  >
                    <RotateCw size={16} aria-hidden="true" />
                    {text.jobs.run}
                  </Button>
                }
              />
            ))}
          </RowList>
        </Card>
      )}
    </Section>
  )
}
