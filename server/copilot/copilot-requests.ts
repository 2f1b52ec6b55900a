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
    no_texts: [503, 'Questions cannot be answered: this server was not built. Its operator runs npm run build'],
    no_writer: [
      409,
      'No language model writes answers for you: your organisation has chosen none, or not for everybody',
    ],
    no_passages: [422, 'The documentation says nothing about that. Put it another way.'],
  },
})
