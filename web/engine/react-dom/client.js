import client from 'preact/compat/client';

export * from 'preact/compat/client';
export default client;
