import { requestsOf } from '../http/feature-requests.ts'

export const {
  refuse: copilotError,
  sendRefusal: sendCopilotError,
  parse,
  personOf,
} = requestsOf({
  feature: 'copilot',
  failed: 'a question about the product failed',
  refusals: {
    no_embeddings: [503, 'Questions cannot be answered: the embeddings are not installed on this server'],
  },
})
