// What it sets up holds for every element.
import './react.js';

export * from 'preact/jsx-runtime';
