import { LoaderCircle } from 'lucide-react';
import { Icon } from './icon.js';
import styles from './spinner.module.css';

export const Spinner = ({ size = 16 }: { size?: 14 | 16 | 20 }) => (
  <Icon of={LoaderCircle} size={size} className={styles.spinner} />
);
