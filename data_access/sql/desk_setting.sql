-- What was decided for this desk under a name? Fills reading.desk_settings.desk_setting.
SELECT value FROM setting WHERE name = $name;
