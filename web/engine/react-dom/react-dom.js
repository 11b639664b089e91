import dom from 'preact/compat';

export * from 'preact/compat';
export default dom;
