"""From pixels to millimetres of the mat: lens, homography, calibration, localisation."""
