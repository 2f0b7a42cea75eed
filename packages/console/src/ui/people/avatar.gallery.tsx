import { Sample } from '../gallery/sample.js';
import { Avatar, Person } from './avatar.js';

export const people = () => (
  <Sample name="People">
    <Person name="Ada Byron" />
    <Person name="Bea Lindqvist" />
    <Person name="Max Okafor" />
    <Avatar name="Tomas Varga" size={24} />
    <Avatar name="Ines Martín" size={32} />
  </Sample>
);
