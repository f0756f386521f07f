/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as transcription from './contract-transcription.ts';

export const testTranscription = call<typeof transcription.testTranscription>(
  'POST',
  '/api/test-transcription',
);
export const reprocess = call<typeof contract.reprocess>('POST', '/api/admin/submissions/:id/reprocess');
export const reprocessPending = call<typeof contract.reprocessPending>(
  'POST',
  '/api/admin/submissions/reprocess-pending',
);
export const processAll = call<typeof contract.processAll>(
  'POST',
  '/api/admin/submissions/process-all-unanalyzed',
);
export const processBulk = call<typeof contract.processBulk>(
  'GET',
  '/api/admin/submissions/process-all-bulk',
);
export const listBatches = call<typeof contract.listBatches>('GET', '/api/admin/batches');
export const getFailures = call<typeof contract.getFailures>('GET', '/api/admin/batches/:id/failures');
export const controlBatch = call<typeof contract.controlBatch>('POST', '/api/admin/batches/:id');
export const listQueues = call<typeof contract.listQueues>('GET', '/api/admin/jobs');
export const setQueuePaused = call<typeof contract.setQueuePaused>('POST', '/api/admin/jobs/:name');
export const retryJobs = call<typeof contract.retryJobs>('POST', '/api/admin/jobs/:name/retry');
