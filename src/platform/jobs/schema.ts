/** Where the queue keeps its own tables. They are its own: nothing but this folder reads them. */
export const QUEUE_SCHEMA = 'pgboss';
